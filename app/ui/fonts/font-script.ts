import { INTERFACE_FONT } from './files'

/**
 * The inline script that brings the interface's font (decision 006). To a visitor who enters the site after the first paint, so that the
 * font does not stand between the page's text and the eye; to one who walks on within the site at once, for then the browser has it.
 */
export const fontScript = (locale: keyof typeof INTERFACE_FONT) => `(function(d){var on=function(){d.documentElement.dataset.font=''};
if(d.referrer.indexOf(location.origin+'/'))return addEventListener('load',function(){requestAnimationFrame(function(){requestAnimationFrame(on)})});
var l=d.createElement('link');l.rel='preload';l.as='font';l.type='font/woff2';l.crossOrigin='';l.href='${INTERFACE_FONT[locale]}';d.head.append(l);on()})(document)`
