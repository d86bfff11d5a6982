-- Vehicles for sale. A million of them differ in price, mileage and year, but share a few thousand data sheets: what a text or a
-- word filters by stands once per sheet, and every number that a search compares stands in the indexes.

do $$
begin
  create extension if not exists unaccent;
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'the vehicles need the extensions unaccent and pg_trgm (%): let the owner of this database create both with CREATE EXTENSION, or leave vehicles out of PACKS', sqlerrm;
end
$$;

-- Accents are taken off before words are cut to their stems: "automático", "Automática" and "automatico" are one word.
create text search configuration veiculo_pt (copy = pg_catalog.portuguese);
alter text search configuration veiculo_pt
  alter mapping for word, hword, hword_part with unaccent, portuguese_stem;

create table veiculo_ficha (
  id integer generated always as identity primary key,
  chave text not null unique,
  marca text not null,
  modelo text not null,
  cor text not null,
  tipo_combustivel text not null,
  tipo_transmissao text not null,
  numero_portas integer not null,
  motorizacao numeric(2, 1),
  bateria_kwh numeric(5, 1),
  autonomia_km integer,
  tipo_conector text,
  potencia_ac_kw numeric(4, 1),
  potencia_dc_kw numeric(5, 1),
  -- Without accents and capitals, as filters compare them.
  marca_simples text not null,
  modelo_simples text not null,
  cor_simples text not null,
  -- The model once more without its hyphens: people write "hrv" and "tcross".
  ts_search tsvector not null generated always as (
    to_tsvector(
      'public.veiculo_pt',
      marca || ' ' || modelo || ' ' || regexp_replace(modelo, '[^[:alnum:]]', '', 'g') || ' ' || cor || ' ' || tipo_combustivel || ' '
        || tipo_transmissao || ' ' || numero_portas::text || ' portas ' || coalesce(motorizacao::text, '') || ' '
        || coalesce(tipo_conector, '')
    )
  ) stored
);
create index veiculo_ficha_busca on veiculo_ficha using gin (ts_search);

-- Between which prices and mileages the vehicles of a sheet and year lie. Wider than need be after some were sold, never narrower.
create table veiculo_faixa (
  ficha_id integer not null references veiculo_ficha,
  ano integer not null,
  preco_minimo numeric(10, 2) not null,
  preco_maximo numeric(10, 2) not null,
  km_minimo integer not null,
  km_maximo integer not null,
  primary key (ficha_id, ano)
);

-- Every word of the sheets, for words that were mistyped.
create table veiculo_palavra (palavra text primary key);
create index veiculo_palavra_parecida on veiculo_palavra using gin (palavra gin_trgm_ops);

create table veiculo (
  id uuid primary key default uuidv7(),
  marca varchar(100) not null,
  modelo varchar(100) not null,
  ano_fabricacao integer not null,
  ano_modelo integer not null,
  motorizacao numeric(2, 1),
  tipo_combustivel varchar(50) not null
    check (tipo_combustivel in ('Flex', 'Gasolina', 'Diesel', 'Etanol', 'Híbrido', 'Elétrico')),
  cor varchar(50) not null,
  quilometragem integer not null check (quilometragem >= 0),
  numero_portas integer not null check (numero_portas in (2, 3, 4, 5)),
  tipo_transmissao varchar(50) not null
    check (tipo_transmissao in ('Manual', 'Automática', 'CVT', 'Automatizada')),
  preco numeric(10, 2) not null check (preco > 0),
  bateria_kwh numeric(5, 1) check (bateria_kwh > 0),
  autonomia_km integer check (autonomia_km > 0),
  tipo_conector varchar(20) check (tipo_conector in ('Tipo 1', 'Tipo 2', 'CCS1', 'CCS2', 'CHAdeMO', 'GB/T')),
  potencia_ac_kw numeric(4, 1) check (potencia_ac_kw > 0),
  potencia_dc_kw numeric(5, 1) check (potencia_dc_kw > 0),
  data_criacao timestamptz not null default now(),
  ficha_id integer not null, -- given by the trigger below; sheets are never removed
  constraint ano_valido check (
    ano_fabricacao >= 1990 and ano_modelo >= ano_fabricacao and ano_modelo <= extract(year from now()) + 1
  ),
  constraint textos_validos check (
    marca <> '' and modelo <> '' and cor <> '' and marca || modelo || cor !~ '[[:cntrl:]]'
  ),
  constraint motor_ou_bateria check ((tipo_combustivel = 'Elétrico') = (motorizacao is null)),
  constraint eletrico_completo check (
    tipo_combustivel <> 'Elétrico' or (bateria_kwh is not null and tipo_conector is not null)
  )
);
-- A scan shared out to workers begins later than a search may end.
alter table veiculo set (parallel_workers = 0);

-- Each holds all that a search compares, so that no row is fetched to be thrown away.
create index veiculo_por_ficha on veiculo (ficha_id, preco, id) include (ano_fabricacao, ano_modelo, quilometragem);
create index veiculo_por_preco on veiculo (preco, id) include (ficha_id, ano_fabricacao, ano_modelo, quilometragem);
create index veiculo_por_km on veiculo (quilometragem, id) include (ficha_id, ano_fabricacao, ano_modelo, preco);
create index veiculo_por_ano on veiculo (ano_fabricacao, preco, id) include (ficha_id, ano_modelo, quilometragem);

create function veiculo_simples(texto text) returns text language sql stable parallel safe
as $$ select lower(public.unaccent(texto)) $$;

create function veiculo_escolher_ficha() returns trigger language plpgsql as $$
declare
  sua text := new.marca || e'\x1f' || new.modelo || e'\x1f' || new.cor || e'\x1f' || new.tipo_combustivel || e'\x1f'
    || new.tipo_transmissao || e'\x1f' || new.numero_portas || e'\x1f' || coalesce(new.motorizacao::text, '') || e'\x1f'
    || coalesce(new.bateria_kwh::text, '') || e'\x1f' || coalesce(new.autonomia_km::text, '') || e'\x1f'
    || coalesce(new.tipo_conector, '') || e'\x1f' || coalesce(new.potencia_ac_kw::text, '') || e'\x1f'
    || coalesce(new.potencia_dc_kw::text, '');
begin
  select id into new.ficha_id from veiculo_ficha where chave = sua;
  if found then
    return new;
  end if;
  insert into veiculo_ficha (
    chave, marca, modelo, cor, tipo_combustivel, tipo_transmissao, numero_portas, motorizacao, bateria_kwh, autonomia_km,
    tipo_conector, potencia_ac_kw, potencia_dc_kw, marca_simples, modelo_simples, cor_simples
  ) values (
    sua, new.marca, new.modelo, new.cor, new.tipo_combustivel, new.tipo_transmissao, new.numero_portas, new.motorizacao,
    new.bateria_kwh, new.autonomia_km, new.tipo_conector, new.potencia_ac_kw, new.potencia_dc_kw,
    veiculo_simples(new.marca), veiculo_simples(new.modelo), veiculo_simples(new.cor)
  ) on conflict (chave) do nothing
  returning id into new.ficha_id;
  if not found then
    select id into new.ficha_id from veiculo_ficha where chave = sua; -- another was faster, and has committed
  end if;
  return new;
end
$$;

-- Writers take turns: two that bring the same sheets in another order would wait for each other for ever.
create function veiculo_esperar_a_vez() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sigec vehicles', 0));
  return null;
end
$$;

create trigger veiculo_um_de_cada_vez before insert or update on veiculo
  for each statement execute function veiculo_esperar_a_vez();
create trigger veiculo_ficha before insert or update on veiculo for each row execute function veiculo_escolher_ficha();

-- Once per statement, however many vehicles it brings.
create function veiculo_alargar_faixas() returns trigger language plpgsql as $$
begin
  insert into veiculo_faixa as faixa
  select ficha_id, ano_fabricacao, min(preco), max(preco), min(quilometragem), max(quilometragem)
  from novos group by ficha_id, ano_fabricacao
  on conflict (ficha_id, ano) do update set
    preco_minimo = least(faixa.preco_minimo, excluded.preco_minimo),
    preco_maximo = greatest(faixa.preco_maximo, excluded.preco_maximo),
    km_minimo = least(faixa.km_minimo, excluded.km_minimo),
    km_maximo = greatest(faixa.km_maximo, excluded.km_maximo)
  where excluded.preco_minimo < faixa.preco_minimo or excluded.preco_maximo > faixa.preco_maximo
    or excluded.km_minimo < faixa.km_minimo or excluded.km_maximo > faixa.km_maximo;
  return null;
end
$$;

create trigger veiculo_faixas_de_novos after insert on veiculo
  referencing new table as novos for each statement execute function veiculo_alargar_faixas();
create trigger veiculo_faixas_de_mudados after update on veiculo
  referencing new table as novos for each statement execute function veiculo_alargar_faixas();

create function veiculo_guardar_palavras() returns trigger language plpgsql as $$
begin
  insert into veiculo_palavra
  select distinct palavra
  from regexp_split_to_table(
    veiculo_simples(
      new.marca || ' ' || new.modelo || ' ' || regexp_replace(new.modelo, '[^[:alnum:]]', '', 'g') || ' ' || new.cor || ' '
        || new.tipo_combustivel || ' ' || new.tipo_transmissao || ' portas'
    ),
    '[^a-z0-9]+'
  ) as palavra
  where length(palavra) between 3 and 40
  on conflict do nothing;
  return null;
end
$$;

create trigger veiculo_ficha_palavras after insert on veiculo_ficha
  for each row execute function veiculo_guardar_palavras();
