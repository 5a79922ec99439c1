/**
 * The inline script that lets the browser lay out the sections of the home page as they come near: at once they are a second's work for
 * a phone. A key or a way to a place within the page wants all of them first, for the browser could only guess how far it is.
 */
export const laterScript = `(function(d){var all=function(){delete d.documentElement.dataset.later};
if(location.hash)return;d.documentElement.dataset.later='';
d.addEventListener('keydown',all,true);
d.addEventListener('click',function(e){if(e.target.closest&&e.target.closest('[href*="#"]'))all()},true)})(document)`
