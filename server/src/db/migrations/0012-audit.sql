-- Who did what, when and from where, with what was before and after. Nothing in it can be changed.

-- A plain table, not partitions by month: people's acts are thousands a day at most (an import of a million contacts is one
-- entry), nothing ages out that dropping a partition could remove, and every reading is "newest first in one organization",
-- which one index answers.
create table audit_entry (
  entry_id uuid primary key,
  -- null: an act of an account that belongs to no organization (yet)
  organization_id uuid references organization on delete cascade,
  application_id uuid,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('account', 'system', 'sla')),
  -- no reference: the entry outlives the account
  account_id uuid,
  action text not null,
  object_type text not null,
  object_id text,
  object_name text not null,
  before jsonb,
  after jsonb,
  request_id text,
  check ((actor_kind = 'account') = (account_id is not null))
);
create index audit_entry_newest on audit_entry (organization_id, at desc, entry_id desc);
create index audit_entry_actor on audit_entry (organization_id, account_id, at desc) where account_id is not null;

-- What an entry says of a person: name and address at that time, and where from. Goes when the account is erased, as the law
-- asks; the entry itself stays and then names a deleted user.
create table audit_person (
  entry_id uuid primary key references audit_entry on delete cascade,
  account_id uuid not null references account on delete cascade,
  name text not null,
  email text not null,
  address text not null,
  user_agent text not null
);
create index audit_person_account on audit_person (account_id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail cannot be changed' using errcode = 'insufficient_privilege';
end $$;

-- Rows go only in the wake of what they belong to: by then, the cascade has removed that.
create function guard_audit_entry() returns trigger language plpgsql as $$
begin
  if old.organization_id is null or exists (select from organization o where o.organization_id = old.organization_id) then
    raise exception 'the audit trail cannot be changed' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create function guard_audit_person() returns trigger language plpgsql as $$
begin
  if exists (select from account a where a.account_id = old.account_id and a.erased_at is null)
    and exists (select from audit_entry e where e.entry_id = old.entry_id) then
    raise exception 'the audit trail cannot be changed' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create function forget_audit_person() returns trigger language plpgsql as $$
begin
  delete from audit_person where account_id = new.account_id;
  return null;
end $$;

create trigger account_forgotten after update of erased_at on account for each row
  when (new.erased_at is not null) execute function forget_audit_person();
create trigger audit_entry_fixed before update on audit_entry for each row execute function refuse_audit_change();
create trigger audit_entry_kept before delete on audit_entry for each row execute function guard_audit_entry();
create trigger audit_entry_whole before truncate on audit_entry execute function refuse_audit_change();
create trigger audit_person_fixed before update on audit_person for each row execute function refuse_audit_change();
create trigger audit_person_kept before delete on audit_person for each row execute function guard_audit_person();
create trigger audit_person_whole before truncate on audit_person execute function refuse_audit_change();
