-- How many requests a second a key may make.

alter table api_key
  add column rate_limit integer not null default 100 constraint api_key_rate_limit check (rate_limit between 1 and 1000);
