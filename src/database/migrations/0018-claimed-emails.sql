-- Whether the person alone says that the e-mail is theirs: nobody was invited at it, and no identity provider has checked it. Whoever the
-- provider knows by an e-mail is not taken for a person who only claims it.
alter table person add column is_email_claimed boolean not null default false;
update person set is_email_claimed = true
 where email is not null and oidc_subject is null
   and not exists (select from invitation where invitation.email = person.email and used_at is not null);
