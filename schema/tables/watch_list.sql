-- One list of watched securities per customer.
CREATE TABLE watch_list (
    wl_id   bigint NOT NULL
  , wl_c_id bigint NOT NULL
);
