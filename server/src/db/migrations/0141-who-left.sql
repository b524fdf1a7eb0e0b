-- Who left a channel on given days: contacts behind a dashboard's number.
create index consent_change_left on consent_change (application_id, at, contact_id)
  where status = 'unsubscribed' and topic_id is null;
