-- An approval is a person's decision on a proposal; what somebody allowed their assistant for ever is an allowance.
alter table assistant_approval rename to assistant_allowance;
alter index assistant_approval_pkey rename to assistant_allowance_pkey;
