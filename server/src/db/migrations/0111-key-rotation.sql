-- The secret that a key had before its present one, and until when it is still accepted.

alter table api_key
  add column old_secret text,
  add column old_secret_until timestamptz,
  add constraint api_key_old_secret check ((old_secret is null) = (old_secret_until is null));
