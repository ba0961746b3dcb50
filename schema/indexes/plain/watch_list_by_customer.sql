-- serves: Market-Watch F1, Data-Maintenance WATCH_ITEM (MW1a, DM12)
-- plan:   Index Scan
CREATE INDEX watch_list_by_customer
ON watch_list (wl_c_id);
