-- Whose pages may show the widget in a frame.
create table frame_origin (
  merchant_id text not null,
  network text not null,
  origin text not null,
  primary key (merchant_id, network, origin)
);
alter table frame_origin add constraint frame_origin_network_check check (network in ('TestNet', 'MainNet'));
