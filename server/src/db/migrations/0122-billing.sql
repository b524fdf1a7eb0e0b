-- What organizations pay the installation's operator. Money is whole minor units of a currency.

-- One at a time speaks with the provider about an organization: who holds the turn, and until when at the latest.
create table billing_turn (
  organization_id uuid primary key references organization on delete cascade,
  holder uuid not null,
  held_until timestamptz not null
);

create table billing_preference (
  organization_id uuid primary key references organization on delete cascade,
  company_name text not null,
  billing_address text not null,
  phone_number text not null,
  get_text_when_payment_fails boolean not null,
  updated_by uuid,
  updated_at timestamptz not null
);

-- Plans as they were made at the provider, which never change there: one for each price that was ever sold.
create table gateway_plan (
  gateway smallint not null,
  -- which of the provider's worlds: sandbox, test, live
  world text not null,
  plan_id text not null,
  amount bigint not null,
  currency text not null,
  gateway_plan_id text not null,
  primary key (gateway, world, plan_id, amount, currency)
);
create unique index gateway_plan_of on gateway_plan (gateway, world, gateway_plan_id);

-- From the attempt to pay to the end. Plan, price, taxes and limits are what was bought, whatever the plan file says since.
create table subscription (
  subscription_id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  gateway smallint not null,
  world text not null,
  -- monthly: of the provider's; null until it answered. annual: null
  gateway_subscription_id text,
  -- annual: the order that began it, or renewed it last
  gateway_order_id text,
  -- what the browser brought, or the latest payment
  gateway_payment_id text,
  gateway_state text not null,
  -- 0 to 4, see subscriptions/states.ts
  status smallint not null check (status between 0 and 4),
  -- its limits are those of the organization
  is_running boolean not null,
  plan_id text not null,
  plan_name text not null,
  package_id smallint not null check (package_id in (1, 7)),
  price bigint not null check (price > 0),
  -- what is charged: the price with its taxes
  amount bigint not null check (amount >= price),
  currency text not null,
  limits jsonb not null,
  -- [{"name", "rate_percent"}]
  taxes jsonb not null,
  period_start timestamptz,
  period_end timestamptz,
  next_charge timestamptz,
  -- {"method", "network", "last4", "is_foreign"} of the latest payment
  card jsonb,
  card_update_url text,
  -- {"type", "amount", "date", "plan": what is bought}: begun, or waiting for the period's end
  change jsonb,
  -- the one that it takes the place of, once that has ended
  follows uuid references subscription on delete set null,
  -- a payment was proven by the browser, and the provider has not said how it ended
  verified_at timestamptz,
  cancel_asked_at timestamptz,
  ended_at timestamptz,
  -- how many days before the end people were reminded last; 0 once it has passed
  reminded_days smallint,
  compared_at timestamptz not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((gateway_order_id is null) or (package_id = 7)),
  check ((gateway_subscription_id is null) or (package_id = 1))
);
-- Two tabs that pay at once make one subscription, and one that follows it.
create unique index subscription_current on subscription (organization_id, (follows is null)) where ended_at is null;
create index subscription_organization on subscription (organization_id, created_at desc);
create unique index subscription_gateway on subscription (gateway, world, gateway_subscription_id);
create index subscription_compared on subscription (compared_at);

-- What is paid once: a year, its renewal, the difference to a larger plan. The amount is ours, never a browser's.
create table payment_order (
  order_id uuid primary key,
  subscription_id uuid not null references subscription on delete cascade,
  gateway smallint not null,
  world text not null,
  gateway_order_id text,
  purpose text not null check (purpose in ('year', 'renewal', 'upgrade')),
  -- what is bought: as the columns of subscription
  plan jsonb not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- open: to be paid. paid: it did what it is for. refunded: paid when it could no longer do that. closed: another took its place
  status text not null check (status in ('open', 'paid', 'refunded', 'closed')),
  gateway_payment_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_order_open on payment_order (subscription_id) where status = 'open';
create unique index payment_order_gateway on payment_order (gateway, world, gateway_order_id);

-- What the provider told, so that nothing counts twice: ids alone. What they mean is read at the provider, by a job.
create table payment_event (
  gateway smallint not null,
  event_id text not null,
  name text not null,
  -- {"subscription", "order", "payment"}: the provider's ids
  about jsonb not null,
  received_at timestamptz not null,
  primary key (gateway, event_id)
);
create index payment_event_received on payment_event (received_at);

-- Without gaps: the row stays locked until the invoice that takes the number is committed, or takes it back.
create table invoice_number (
  -- empty for real money; what was bought to try things has numbers of its own
  series text not null,
  year smallint not null,
  last int not null,
  primary key (series, year)
);

-- Invoices and credit notes. They outlive the organization: who issues them has to keep them.
create table invoice (
  invoice_id uuid primary key,
  number text not null unique,
  -- 3 a bill, 5 a refund
  status smallint not null check (status in (3, 5)),
  organization_id uuid not null,
  subscription_id uuid not null,
  plan_id text not null,
  plan_name text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  -- [{"name", "rate", "amount"}], part of the amount
  taxes jsonb not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  issued_at timestamptz not null,
  -- lines of the customer's address
  customer jsonb not null,
  seller jsonb not null,
  card jsonb not null,
  gateway smallint not null,
  world text not null,
  gateway_payment_id text not null,
  gateway_refund_id text,
  credits uuid references invoice,
  check ((status = 5) = (credits is not null)),
  check ((status = 5) = (gateway_refund_id is not null))
);
create unique index invoice_payment on invoice (gateway, world, gateway_payment_id) where status = 3;
create unique index invoice_refund on invoice (gateway, world, gateway_refund_id) where status = 5;
create index invoice_organization on invoice (organization_id, issued_at desc, invoice_id desc);
create index invoice_subscription on invoice (subscription_id);
create index invoice_credits on invoice (credits) where credits is not null;

create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % is issued and never changes', old.number;
end $$;
create trigger refuse_invoice_change before update or delete on invoice
  for each row execute function refuse_invoice_change();
create function refuse_invoices_gone() returns trigger language plpgsql as $$
begin
  raise exception 'issued invoices never go';
end $$;
create trigger refuse_invoices_gone before truncate on invoice
  for each statement execute function refuse_invoices_gone();
