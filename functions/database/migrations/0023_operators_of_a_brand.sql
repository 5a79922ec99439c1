-- Operators of one brand (decision 067). `brand_id` of the log: the brand that a deed was about, or for which somebody acted; NULL for what
-- is about the whole site, and for rows of earlier releases.
ALTER TABLE admin_log ADD COLUMN brand_id TEXT;
CREATE INDEX admin_log_by_brand ON admin_log (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX admin_log_brand_actor ON admin_log (brand_id, actor) WHERE brand_id IS NOT NULL;

-- White-label value of the only brand whose operator has sent the file; NULL for operators of all brands.
ALTER TABLE content_file ADD COLUMN white_label TEXT;

-- What an operator of one brand looks at first: its inquiries of a state.
CREATE INDEX inquiry_record_brand_state ON inquiry_record (brand_id, state);
