-- What campaigns of the application add to their links unless they say otherwise; null: nothing.
alter table application add column utm jsonb;
-- What is added to the links of a run as they are followed.
alter table run add column link_tags jsonb;
