-- What one key did is found without walking through what all others did.
create index audit_by_principal on audit (principal, at, node, seq);
