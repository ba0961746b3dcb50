-- The securities of a watch list, about 100 each.
CREATE TABLE watch_item (
    wi_wl_id  bigint NOT NULL
  , wi_s_symb varchar(15) NOT NULL
);
