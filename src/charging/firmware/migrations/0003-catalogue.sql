-- Images of firmware that are served by us, for the stations of a vendor and model.
create table firmware_image (
  id uuid primary key,
  vendor text not null,
  -- null: every model of the vendor.
  model text,
  -- As a station reports it once it runs the image.
  version text not null,
  file_name text not null,
  notes text,
  signing_certificate text,
  signature text,
  -- loading: its parts come. ready: it can be installed. retired: it is no longer to be.
  state text not null,
  bytes bigint,
  sha256 text,
  md5 text,
  added_at timestamptz not null,
  added_by text not null
);

-- Addresses at which one station fetches one image; the token in it is known to the station alone.
create table firmware_link (
  token_hash text primary key,
  image_id uuid not null references firmware_image (id),
  station_id text not null references station (id),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  requests integer not null default 0,
  served_bytes bigint not null default 0,
  -- When the last byte of the image was served.
  fetched_at timestamptz
);
create index firmware_link_station on firmware_link (station_id, made_at desc);

-- Parts of an image while it is brought.
create table firmware_image_part (
  image_id uuid not null references firmware_image (id),
  number integer not null,
  content bytea not null,
  primary key (image_id, number)
);
alter table firmware_image_part alter column content set storage external;
