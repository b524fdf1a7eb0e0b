-- What stands between the marks of Liquid in a text, in time that grows with its length. What is never closed goes on to the next mark.
create function liquid_parts(source text) returns setof text language sql immutable as $$
  select split_part(piece, '}}', 1) from string_to_table(source, '{{') with ordinality as pieces (piece, n) where n > 1
  union all
  select split_part(piece, '%}', 1) from string_to_table(source, '{%') with ordinality as pieces (piece, n) where n > 1
$$;

-- A copy with long texts and arrays cut. A list reads many payloads, and each may have many megabytes.
create function cut_values(value jsonb, characters int, items int) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'string' then
      case when octet_length(value #>> '{}') > characters then to_jsonb(left(value #>> '{}', characters)) else value end
    when 'array' then (
      select coalesce(jsonb_agg(cut_values(item, characters, items) order by n), '[]')
      from (select item, n from jsonb_array_elements(value) with ordinality as every (item, n) limit items) as first
    )
    when 'object' then (
      select coalesce(jsonb_object_agg(name, cut_values(part, characters, items)), '{}')
      from jsonb_each(value) as parts (name, part)
    )
    else value
  end
$$;
