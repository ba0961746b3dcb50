-- Every change a trade made to a lot, its creation included.
CREATE TABLE holding_history (
    hh_h_t_id     bigint NOT NULL
  , hh_t_id       bigint NOT NULL
  , hh_before_qty integer NOT NULL
  , hh_after_qty  integer NOT NULL
);
