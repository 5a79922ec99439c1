import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE } from './locale'

/** Id of the footer's selector. */
export const LANGUAGE_SELECT_ID = 'language'

/**
 * Two things that cannot wait for the app to wake.
 * A choice in the footer goes into cookie and local storage (contract: Language), and the page is loaded anew in that language.
 * A choice that only the browser's storage still knows comes after query and cookie and before the browser's languages: it goes into
 * the cookie, and the page is asked for again; where cookies are refused nothing happens, so it cannot loop.
 */
export const languageScript = `(function(d){
var has=function(){return /(?:^|; )${LOCALE_COOKIE}=/.test(d.cookie)};
var keep=function(l){d.cookie='${LOCALE_COOKIE}='+l+'; Path=/; Max-Age=31536000; SameSite=Lax'+(location.protocol==='https:'?'; Secure':'')};
d.addEventListener('change',function(e){if(e.target.id!=='${LANGUAGE_SELECT_ID}')return;
var l=e.target.value;keep(l);try{localStorage.setItem('${LOCALE_STORAGE}',l)}catch(x){}
var u=new URL(location.href);u.searchParams.delete('${LOCALE_QUERY}');if(u.href===location.href)location.reload();else location.assign(u)});
try{if(/[?&]${LOCALE_QUERY}=/.test(location.search)||has())return;
var s=(localStorage.getItem('${LOCALE_STORAGE}')||sessionStorage.getItem('${LOCALE_STORAGE}')||'').slice(0,2);
if((s==='ko'||s==='en')&&s!==d.documentElement.lang){keep(s);if(has())location.reload()}}catch(x){}})(document)`
