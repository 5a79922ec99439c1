/** Where the entries of a board are kept in the admin. */
export const ADDRESS_OF = { notice: '/admin/notices', faq: '/admin/faq' } as const
