/** `company_id` of every upload: the home site has no company (spec 7). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'
