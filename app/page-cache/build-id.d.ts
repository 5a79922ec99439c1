/** Set at build (app.config.ts); differs in every build. */
declare const __BUILD_ID__: string
