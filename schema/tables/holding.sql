-- Open lots. A negative quantity is a short position.
CREATE TABLE holding (
    h_t_id   bigint NOT NULL
  , h_ca_id  bigint NOT NULL
  , h_s_symb varchar(15) NOT NULL
  , h_dts    timestamp(3) NOT NULL
  , h_price  numeric(8,2) NOT NULL
  , h_qty    integer NOT NULL
);
