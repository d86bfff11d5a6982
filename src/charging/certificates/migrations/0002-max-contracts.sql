-- The field is called as everywhere else.
alter table vehicle_certificate_request rename column most_contracts to max_contracts;
