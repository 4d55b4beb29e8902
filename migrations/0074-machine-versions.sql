-- To which version of its machine the stored actors of each kind have been brought; a kind without a row is at 1.
create table machine_version (kind text primary key, version int not null);
