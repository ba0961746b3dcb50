-- serves: uniqueness and the foreign key of WATCH_ITEM; transactions come by customer
-- plan:   Index Scan
ALTER TABLE watch_list
ADD CONSTRAINT watch_list_pkey PRIMARY KEY (wl_id);
