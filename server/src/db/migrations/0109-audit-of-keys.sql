-- What a program did with a key is in the audit trail as well: under the name that the key had then.

alter table audit_entry
  add column key_id uuid,
  add column key_name text,
  drop constraint audit_entry_actor_kind_check,
  add constraint audit_entry_actor_kind_check check (actor_kind in ('account', 'key', 'system', 'sla')),
  add constraint audit_entry_key check ((actor_kind = 'key') = (key_id is not null and key_name is not null));
create index audit_entry_key on audit_entry (organization_id, key_id, at desc) where key_id is not null;
