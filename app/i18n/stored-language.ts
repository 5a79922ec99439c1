import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE } from './locale'

/**
 * Runs before the page is drawn: a choice that only the browser's storage still knows comes after query and cookie
 * and before the browser's languages (contract: Language). It goes into the cookie, and the page is asked for again;
 * where cookies are refused nothing happens, so it cannot loop.
 */
export const storedLanguageScript = `(function(d){try{
var has=function(){return /(?:^|; )${LOCALE_COOKIE}=/.test(d.cookie)};
if(/[?&]${LOCALE_QUERY}=/.test(location.search)||has())return;
var s=(localStorage.getItem('${LOCALE_STORAGE}')||sessionStorage.getItem('${LOCALE_STORAGE}')||'').slice(0,2);
if((s==='ko'||s==='en')&&s!==d.documentElement.lang){
d.cookie='${LOCALE_COOKIE}='+s+'; Path=/; Max-Age=31536000; SameSite=Lax'+(location.protocol==='https:'?'; Secure':'');
if(has())location.reload()}}catch(e){}})(document)`
