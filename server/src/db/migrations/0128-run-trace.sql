-- The span (W3C traceparent) that a run's own spans are below; null: it is not traced.
alter table run add column trace text;
