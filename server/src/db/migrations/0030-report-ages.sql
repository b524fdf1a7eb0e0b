-- Providers report several times of every message: what they said is kept for a while, not for ever.
create index report_age on report (received_at);
