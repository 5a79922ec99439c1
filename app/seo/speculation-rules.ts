/**
 * Lets the browser fetch the page behind a link that the pointer rests on, until the app wakes and does so itself (app/client.tsx).
 * Files, the API and links that leave the page's frame are no pages.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/*.*'] } },
          { not: { selector_matches: '[download],[target]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
