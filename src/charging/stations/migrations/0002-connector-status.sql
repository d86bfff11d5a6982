-- The statuses of OCPP 2.x in lower case.
update connector set status = case status
  when 'free' then 'available'
  when 'in-use' then 'occupied'
  when 'out-of-service' then 'unavailable'
  else status end
  where status in ('free', 'in-use', 'out-of-service');
