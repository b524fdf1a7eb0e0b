-- Sign-up forms: people subscribe by themselves, and confirm by email.

create table sign_up_form (
  application_id uuid not null,
  form_id uuid not null,
  name text not null,
  -- everything that people see and what becomes of them, as the contract has it
  content jsonb not null,
  is_on boolean not null,
  submitted int not null default 0,
  confirmed int not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (application_id, form_id)
);
create unique index sign_up_form_name on sign_up_form (application_id, lower(name));
-- Its public address names the form alone.
create unique index sign_up_form_id on sign_up_form (form_id);

-- Forms that were sent in: until they are confirmed, or their time is over.
create table sign_up (
  application_id uuid not null,
  sign_up_id uuid not null,
  form_id uuid not null,
  -- the two are empty once it is confirmed: the contact has it all then
  email_key text not null,
  answers jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- why the confirmation email did not go out
  failure text,
  confirmed_at timestamptz,
  primary key (application_id, sign_up_id)
);
create index sign_up_pending on sign_up (application_id, form_id, expires_at) where confirmed_at is null;
create index sign_up_address on sign_up (application_id, email_key);
create index sign_up_expiry on sign_up (expires_at);

-- Of a choice that was made with a form: which one, the text agreed to, the page, when it was sent in and how it was confirmed.
alter table consent_change add column form jsonb;
