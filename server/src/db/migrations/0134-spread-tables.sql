-- What stands in the way of placing an application's rows on another machine (docs/decisions/0071-citus-hybrid.md).

-- A table that is spread refers to none that stays. The deletion of an application takes these rows as it takes all others.
alter table erased_address drop constraint erased_address_application_id_fkey;
alter table erased_departure drop constraint erased_departure_application_id_fkey;
