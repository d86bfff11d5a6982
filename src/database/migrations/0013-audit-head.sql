-- How far each node's audit chain goes. A chain whose last entries were taken out is whole in itself; this row says that there was more.
create table audit_head (
  node uuid primary key,
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (node, seq, hash) select distinct on (node) node, seq, hash from audit order by node, seq desc;

create function refuse_going_back() returns trigger language plpgsql as $$
begin
  if new.node <> old.node or new.seq <= old.seq then
    raise exception 'the head of an audit chain only moves forward';
  end if;
  return new;
end $$;
create trigger audit_head_moves_forward before update on audit_head for each row execute function refuse_going_back();
create trigger audit_head_stays before delete or truncate on audit_head for each statement execute function refuse_change();
