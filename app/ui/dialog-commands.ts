/**
 * Gives browsers without invoker commands (`command`, `commandfor`) the two that the site uses, before the app wakes.
 * Where they exist the script does nothing.
 */
export const dialogCommandsScript = `(function(d){if('command' in HTMLButtonElement.prototype)return;
d.addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('button[commandfor]');if(!b)return;
var t=d.getElementById(b.getAttribute('commandfor'));if(!t)return;e.preventDefault();
if(b.getAttribute('command')==='show-modal'){if(!t.open)t.showModal()}else t.close()})})(document)`
