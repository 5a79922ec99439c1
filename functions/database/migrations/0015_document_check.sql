-- file_check.found is also 'unchecked': the file is being checked, or could not be checked. A file without a row was not checked either.
-- A row is written once, when an inquiry that names the file is accepted, by the key that the file has here or will have.
-- What earlier builds found in no PDF says nothing: they could not read object streams.
DELETE FROM file_check WHERE found = '' AND file_key IN (SELECT file_key FROM file WHERE media_type = 'application/pdf');
