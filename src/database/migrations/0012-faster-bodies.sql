-- A function without a query of its own becomes part of the statement that calls it: a body that is kept whole costs nothing more.
-- The other one keeps its plan, which a function in SQL would make for every row.
create function shaped_body(shape bigint, own_values text, key text, happened_at timestamptz) returns jsonb
language plpgsql stable strict parallel safe as $$
declare
  template text;
begin
  select words into template from event_shape where id = shape;
  return format(template, variadic array[
    to_json(to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text,
    to_json(substring(key from '^[^:]*:(.*):[^:]*$'))::text,
    substring(key from '[^:]*$')
  ] || string_to_array(own_values, E'\x1f'))::jsonb;
end
$$;

create or replace function body_of(event) returns jsonb language sql stable parallel safe as $$
  select coalesce($1.body, shaped_body($1.shape_id, $1.shape_values, coalesce($1.key, ''), $1.happened_at))
$$;
