-- A buyer asks for an SUV or a pick-up; and what a dealer calls a fuel or a gearbox is the dealer's business, as is the colour.

alter table veiculo add column carroceria varchar(50);
alter table veiculo_ficha
  add column carroceria text,
  add column carroceria_simples text,
  add column combustivel_simples text not null default '',
  add column transmissao_simples text not null default '';

alter table veiculo drop constraint veiculo_tipo_combustivel_check;
alter table veiculo drop constraint veiculo_tipo_transmissao_check;
alter table veiculo drop constraint motor_ou_bateria;
alter table veiculo drop constraint textos_validos;
alter table veiculo add constraint textos_validos check (
  marca <> '' and modelo <> '' and cor <> '' and tipo_combustivel <> '' and tipo_transmissao <> '' and carroceria <> ''
    and marca || modelo || cor || tipo_combustivel || tipo_transmissao || coalesce(carroceria, '') !~ '[[:cntrl:]]'
);
-- Of fuels that nobody here has heard of, nobody knows whether they need an engine.
alter table veiculo add constraint motor_ou_bateria check (
  case
    when tipo_combustivel = 'Elétrico' then motorizacao is null
    when tipo_combustivel in ('Flex', 'Gasolina', 'Diesel', 'Etanol', 'GNV', 'Híbrido') then motorizacao is not null
    else true
  end
);

-- What is known of models, for stocks that do not say it. A model that begins with one of these names has its body.
create table veiculo_carroceria (
  marca_simples text not null,
  modelo_simples text not null,
  carroceria text not null,
  primary key (marca_simples, modelo_simples)
);
insert into veiculo_carroceria (carroceria, marca_simples, modelo_simples)
select carroceria, marca, modelo
from (values
  ('Hatch', 'ford', 'ka,fiesta,focus'),
  ('Sedã', 'ford', 'ka sedan,fusion,focus sedan,fiesta sedan'),
  ('SUV', 'ford', 'ecosport,territory,edge,bronco'),
  ('Picape', 'ford', 'ranger,maverick,courier,f-150,f-250'),
  ('Cupê', 'ford', 'mustang'),
  ('Hatch', 'chevrolet', 'onix,celta,agile,corsa,bolt,sonic'),
  ('Sedã', 'chevrolet', 'onix plus,prisma,cruze,cobalt,classic,corsa sedan,vectra,astra sedan'),
  ('Hatch', 'chevrolet', 'cruze sport6,cruze hatch,astra'),
  ('SUV', 'chevrolet', 'tracker,equinox,trailblazer,captiva,bolt euv,blazer'),
  ('Picape', 'chevrolet', 's10,montana,silverado'),
  ('Minivan', 'chevrolet', 'spin,meriva,zafira'),
  ('Cupê', 'chevrolet', 'camaro'),
  ('Hatch', 'volkswagen', 'gol,polo,fox,up,up!,golf,fusca'),
  ('Sedã', 'volkswagen', 'virtus,voyage,jetta,passat,santana'),
  ('SUV', 'volkswagen', 't-cross,nivus,taos,tiguan,touareg,tera,id.4'),
  ('Picape', 'volkswagen', 'saveiro,amarok'),
  ('Perua', 'volkswagen', 'spacefox,parati,golf variant'),
  ('Minivan', 'volkswagen', 'kombi,id. buzz'),
  ('Sedã', 'toyota', 'corolla,camry,yaris sedan,etios sedan'),
  ('SUV', 'toyota', 'corolla cross,rav4,sw4,hilux sw4'),
  ('Picape', 'toyota', 'hilux'),
  ('Hatch', 'toyota', 'yaris,etios,prius'),
  ('SUV', 'toyota', 'yaris cross'),
  ('Sedã', 'honda', 'civic,city,accord'),
  ('Hatch', 'honda', 'fit,city hatchback,city hatch'),
  ('SUV', 'honda', 'hr-v,wr-v,cr-v,zr-v'),
  ('Hatch', 'fiat', 'mobi,argo,500e,500,uno,palio,punto,bravo'),
  ('Sedã', 'fiat', 'cronos,siena,grand siena,linea'),
  ('SUV', 'fiat', 'pulse,fastback'),
  ('Picape', 'fiat', 'toro,strada,titano'),
  ('Minivan', 'fiat', 'idea,doblo'),
  ('Furgão', 'fiat', 'fiorino,ducato,scudo'),
  ('Perua', 'fiat', 'palio weekend,weekend'),
  ('Hatch', 'hyundai', 'hb20,hb20x,i30,veloster'),
  ('Sedã', 'hyundai', 'hb20s,azera,elantra,sonata,ioniq'),
  ('SUV', 'hyundai', 'creta,tucson,ix35,santa fe,kona,ioniq 5'),
  ('SUV', 'jeep', 'renegade,compass,commander,cherokee,grand cherokee,wrangler,avenger'),
  ('Picape', 'jeep', 'gladiator'),
  ('Hatch', 'renault', 'kwid,kwid e-tech,sandero,clio,zoe,megane'),
  ('Sedã', 'renault', 'logan,fluence'),
  ('SUV', 'renault', 'duster,captur,kardian,boreal,megane e-tech'),
  ('Picape', 'renault', 'oroch,duster oroch'),
  ('Minivan', 'renault', 'scenic'),
  ('Furgão', 'renault', 'kangoo,master'),
  ('Hatch', 'byd', 'dolphin,dolphin mini'),
  ('SUV', 'byd', 'yuan plus,yuan pro,song plus,song pro,tan'),
  ('Sedã', 'byd', 'seal,king,han'),
  ('Picape', 'byd', 'shark'),
  ('Hatch', 'gwm', 'ora 03'),
  ('SUV', 'gwm', 'haval h6,haval h9,tank 300'),
  ('SUV', 'volvo', 'ex30,ex90,xc40,xc60,xc90,c40'),
  ('Sedã', 'volvo', 's60,s90'),
  ('SUV', 'nissan', 'kicks,x-trail'),
  ('Hatch', 'nissan', 'leaf,march,tiida'),
  ('Sedã', 'nissan', 'versa,sentra'),
  ('Picape', 'nissan', 'frontier'),
  ('Minivan', 'nissan', 'livina'),
  ('Hatch', 'peugeot', '206,207,208,308'),
  ('SUV', 'peugeot', '2008,3008,5008'),
  ('Sedã', 'peugeot', '408'),
  ('Hatch', 'citroen', 'c3'),
  ('SUV', 'citroen', 'c3 aircross,c4 cactus,basalt'),
  ('Sedã', 'citroen', 'c4 lounge,c4 pallas'),
  ('SUV', 'kia', 'sportage,sorento,niro,ev5,stonic'),
  ('Hatch', 'kia', 'picanto,soul'),
  ('Sedã', 'kia', 'cerato'),
  ('SUV', 'mitsubishi', 'asx,outlander,pajero,eclipse cross'),
  ('Picape', 'mitsubishi', 'l200'),
  ('SUV', 'caoa chery', 'tiggo'),
  ('SUV', 'chery', 'tiggo'),
  ('Sedã', 'caoa chery', 'arrizo'),
  ('Sedã', 'bmw', '320i,i4,serie 3'),
  ('SUV', 'bmw', 'x1,x2,x3,x4,x5,x6,ix,ix1,ix3'),
  ('Hatch', 'audi', 'a1,a3'),
  ('Sedã', 'audi', 'a3 sedan,a4,a5,a6'),
  ('SUV', 'audi', 'q3,q5,q7,q8,e-tron'),
  ('Sedã', 'tesla', 'model 3,model s'),
  ('SUV', 'tesla', 'model y,model x'),
  ('Picape', 'ram', 'rampage,1500,2500,3500')
) as known (carroceria, marca, modelos), unnest(string_to_array(modelos, ',')) as modelo;

create function veiculo_carroceria_de(a_marca text, o_modelo text) returns text language sql stable parallel safe as $$
  select carroceria from veiculo_carroceria
  where marca_simples = veiculo_simples(a_marca)
    and (veiculo_simples(o_modelo) = modelo_simples or starts_with(veiculo_simples(o_modelo), modelo_simples || ' '))
  order by length(modelo_simples) desc limit 1
$$;

-- Words alone, so that "Gasolina + GNV" is found by either.
create function veiculo_palavras_de(texto text) returns text language sql stable parallel safe
as $$ select btrim(regexp_replace(veiculo_simples(texto), '[^a-z0-9]+', ' ', 'g')) $$;

alter table veiculo disable trigger user;
update veiculo set carroceria = veiculo_carroceria_de(marca, modelo) where veiculo_carroceria_de(marca, modelo) is not null;
alter table veiculo enable trigger user;

update veiculo_ficha set
  carroceria = veiculo_carroceria_de(marca, modelo),
  combustivel_simples = veiculo_palavras_de(tipo_combustivel),
  transmissao_simples = veiculo_palavras_de(tipo_transmissao);
update veiculo_ficha set
  carroceria_simples = veiculo_palavras_de(carroceria),
  chave = chave || e'\x1f' || coalesce(carroceria, '');

drop index veiculo_ficha_busca;
alter table veiculo_ficha drop column ts_search;
alter table veiculo_ficha add column ts_search tsvector not null generated always as (
  to_tsvector(
    'public.veiculo_pt',
    marca || ' ' || modelo || ' ' || regexp_replace(modelo, '[^[:alnum:]]', '', 'g') || ' ' || cor || ' ' || tipo_combustivel || ' '
      || tipo_transmissao || ' ' || numero_portas::text || ' portas ' || coalesce(motorizacao::text, '') || ' '
      || coalesce(tipo_conector, '') || ' ' || coalesce(carroceria, '')
  )
) stored;
create index veiculo_ficha_busca on veiculo_ficha using gin (ts_search);

create or replace function veiculo_escolher_ficha() returns trigger language plpgsql as $$
declare
  sua text;
begin
  new.carroceria := coalesce(new.carroceria, veiculo_carroceria_de(new.marca, new.modelo));
  sua := new.marca || e'\x1f' || new.modelo || e'\x1f' || new.cor || e'\x1f' || new.tipo_combustivel || e'\x1f'
    || new.tipo_transmissao || e'\x1f' || new.numero_portas || e'\x1f' || coalesce(new.motorizacao::text, '') || e'\x1f'
    || coalesce(new.bateria_kwh::text, '') || e'\x1f' || coalesce(new.autonomia_km::text, '') || e'\x1f'
    || coalesce(new.tipo_conector, '') || e'\x1f' || coalesce(new.potencia_ac_kw::text, '') || e'\x1f'
    || coalesce(new.potencia_dc_kw::text, '') || e'\x1f' || coalesce(new.carroceria, '');
  select id into new.ficha_id from veiculo_ficha where chave = sua;
  if found then
    return new;
  end if;
  insert into veiculo_ficha (
    chave, marca, modelo, cor, tipo_combustivel, tipo_transmissao, numero_portas, motorizacao, bateria_kwh, autonomia_km,
    tipo_conector, potencia_ac_kw, potencia_dc_kw, carroceria, marca_simples, modelo_simples, cor_simples,
    combustivel_simples, transmissao_simples, carroceria_simples
  ) values (
    sua, new.marca, new.modelo, new.cor, new.tipo_combustivel, new.tipo_transmissao, new.numero_portas, new.motorizacao,
    new.bateria_kwh, new.autonomia_km, new.tipo_conector, new.potencia_ac_kw, new.potencia_dc_kw, new.carroceria,
    veiculo_simples(new.marca), veiculo_simples(new.modelo), veiculo_simples(new.cor),
    veiculo_palavras_de(new.tipo_combustivel), veiculo_palavras_de(new.tipo_transmissao), veiculo_palavras_de(new.carroceria)
  ) on conflict (chave) do nothing
  returning id into new.ficha_id;
  if not found then
    select id into new.ficha_id from veiculo_ficha where chave = sua; -- another was faster, and has committed
  end if;
  return new;
end
$$;

create or replace function veiculo_guardar_palavras() returns trigger language plpgsql as $$
begin
  insert into veiculo_palavra
  select distinct palavra
  from regexp_split_to_table(
    veiculo_simples(
      new.marca || ' ' || new.modelo || ' ' || regexp_replace(new.modelo, '[^[:alnum:]]', '', 'g') || ' ' || new.cor || ' '
        || new.tipo_combustivel || ' ' || new.tipo_transmissao || ' ' || coalesce(new.carroceria, '') || ' portas'
    ),
    '[^a-z0-9]+'
  ) as palavra
  where length(palavra) between 3 and 40
  on conflict do nothing;
  return null;
end
$$;
