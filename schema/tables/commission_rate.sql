-- Commission in percent by tier, trade type, exchange and quantity band.
CREATE TABLE commission_rate (
    cr_c_tier   smallint NOT NULL
  , cr_tt_id    varchar(3) NOT NULL
  , cr_ex_id    varchar(6) NOT NULL
  , cr_from_qty integer NOT NULL
  , cr_to_qty   integer NOT NULL
  , cr_rate     numeric(5,2) NOT NULL
);
