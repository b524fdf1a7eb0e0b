-- A link in a text message has no room for the id of its run: runs with such links have a number (lib/short-link.ts).
create sequence run_short_no as int maxvalue 268435455;
alter table run add column short_no int;
create unique index run_by_short_no on run (short_no) where short_no is not null;
