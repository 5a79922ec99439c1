-- An inquiry is known by its receipt; its primary key was the key of a client, which may be the same for two brands. The release before this
-- one still writes that key, and leaves out a row whose key is there. What it sends again is left out as before; another inquiry with
-- the same key fails now, so that its outbox keeps it and sends it again.
CREATE TRIGGER inquiry_of_previous_release BEFORE INSERT ON inquiry
  WHEN NEW.idempotency_key <> NEW.receipt
    AND EXISTS (SELECT 1 FROM inquiry WHERE idempotency_key = NEW.idempotency_key OR receipt = NEW.receipt)
BEGIN
  SELECT iif(
    EXISTS (SELECT 1 FROM inquiry WHERE receipt = NEW.receipt),
    RAISE(IGNORE),
    RAISE(ABORT, 'The key belongs to another inquiry.')
  );
END;
