-- Open lots. A negative quantity is a short position.
--
-- Every second Trade-Result deletes a lot and every third shrinks one: room is kept for HOT updates and vacuum comes
-- early.
CREATE TABLE holding (
    h_t_id   bigint NOT NULL
  , h_ca_id  bigint NOT NULL
  , h_s_symb varchar(15) NOT NULL
  , h_dts    timestamp(3) NOT NULL
  , h_price  numeric(8,2) NOT NULL
  , h_qty    integer NOT NULL
)
WITH (
    fillfactor = 90
  , autovacuum_vacuum_scale_factor = 0.05
);
