-- serves: Market-Watch F1, Data-Maintenance WATCH_ITEM (MW1a, DM12)
-- plan:   Index Only Scan
ALTER TABLE watch_item
ADD CONSTRAINT watch_item_pkey PRIMARY KEY (wi_wl_id, wi_s_symb);
