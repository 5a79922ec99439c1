-- Months for which the inquiry is kept once it is processed: those of the consent that was given (decision 053). NULL in rows of earlier
-- releases: the period of the specification.
ALTER TABLE inquiry_record ADD COLUMN processed_months INTEGER;
