-- Attempts that count against a wait: signing in, reset and verification mails. Unlogged: losing it in a crash of the
-- database costs nothing but the waits. The columns are those that rate-limiter-flexible reads and writes; times are
-- milliseconds since 1970, keys are hashes of what is counted.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);
