-- What the columns of a file held is needed until its rows are inserted, and is a person's: it goes with them.
update import set columns = '[]' where state = 'done' or expires_at < now();
