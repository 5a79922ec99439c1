import { INTERFACE_FONT } from './files'

/**
 * The inline script that brings the interface's font (decision 006). To a visitor who enters the site after the first paint, so that the
 * font does not stand between the page's text and the eye; to one who walks on within the site at once, for then the browser has it.
 */
export const fontScript = (
  locale: keyof typeof INTERFACE_FONT,
) => `(function(d){var on=function(){d.documentElement.dataset.font=''};
if(d.referrer.indexOf(location.origin+'/'))return addEventListener('load',function(){requestAnimationFrame(function(){requestAnimationFrame(on)})});
d.head.append(Object.assign(d.createElement('link'),{rel:'preload',as:'font',crossOrigin:'',href:'${INTERFACE_FONT[locale]}'}));on()})(document)`
