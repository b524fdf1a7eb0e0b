-- Labels of the team's own, in lower case and in alphabetical order.
alter table campaign add column tags text[] not null default '{}';
alter table template add column tags text[] not null default '{}';
alter table segment add column tags text[] not null default '{}';

create index campaign_tags on campaign using gin (tags) where tags <> '{}';
create index template_tags on template using gin (tags) where tags <> '{}';
create index segment_tags on segment using gin (tags) where tags <> '{}';
