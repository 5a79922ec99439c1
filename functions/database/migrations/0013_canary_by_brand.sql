-- An inquiry of the site itself is known by its brand (functions/outbox/payload.ts), which no visitor can type. Its e-mail address hid an
-- inquiry of a visitor who gave the same one.
DROP VIEW inbox_source;
CREATE VIEW inbox_source AS
  SELECT receipt, 'received' AS source, coalesce(accepted_at, received_at) AS accepted_at,
    iif(processed_at IS NULL, 'new', 'processed') AS state, iif(is_home_unite, 'partnership', 'sales') AS kind,
    coalesce(brand_id, white_label) AS brand, company_name, user_name, inquiry_mail, subject
  FROM inquiry WHERE brand_id IS NOT 'canary'
  UNION ALL
  SELECT receipt, 'copy', accepted_at, iif(processed_at IS NULL, state, 'processed'),
    iif(payload ->> '$.inquiry.is_home_unite', 'partnership', 'sales'), coalesce(brand_id, white_label),
    payload ->> '$.inquiry.company_name', payload ->> '$.inquiry.user_name', payload ->> '$.inquiry.inquiry_mail',
    payload ->> '$.inquiry.subject'
  FROM undelivered_inquiry;
