-- Each outbox looks once a minute for an operator's requests.
CREATE INDEX undelivered_inquiry_retry ON undelivered_inquiry (retry_requested_at) WHERE retry_requested_at IS NOT NULL;
