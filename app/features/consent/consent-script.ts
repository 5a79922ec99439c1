/** The dialog of the settings; buttons on every page open it. */
export const SETTINGS_ID = 'cookie-settings'

/**
 * Carries out the banner's transitions (spec 4) from the first moment of the page, long before the app wakes. The
 * banner's state stands on `<html data-consent>`: `closed` after the X (the banner stays), `decided` after a choice
 * (it is gone). Without this script the same forms are posted (app/preference-post.ts).
 */
export const consentScript = `(function(d){
var keep=function(n,v,age){d.cookie=n+'='+v+'; Path=/; Max-Age='+age+'; SameSite=Lax'+(location.protocol==='https:'?'; Secure':'')};
d.addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('[commandfor="${SETTINGS_ID}"]');
if(b)d.querySelector('#${SETTINGS_ID} [name=functional]').checked=/(?:^|; )timestamp=/.test(d.cookie)},true);
d.addEventListener('submit',function(e){var b=e.submitter;if(!b||b.name!=='consent')return;
e.preventDefault();var c=b.value,s=d.getElementById('${SETTINGS_ID}');
keep('theme','dark',31536000);
if(c==='accept'||c==='save'&&s.querySelector('[name=functional]').checked)keep('timestamp',Date.now(),31536000);
else if(c!=='close')keep('timestamp','',0);
if(s.open)s.close();
if(c==='close'){if(!d.documentElement.dataset.consent)d.documentElement.dataset.consent='closed';return}
d.documentElement.dataset.consent='decided';
var a=d.activeElement;if(!a||a===d.body||!a.checkVisibility())d.querySelector('main').focus({preventScroll:true})},true)})(document)`
