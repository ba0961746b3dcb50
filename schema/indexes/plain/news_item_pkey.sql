-- serves: Security-Detail F1, Data-Maintenance NEWS_ITEM (SD6, DM9)
-- plan:   Index Scan
ALTER TABLE news_item
ADD CONSTRAINT news_item_pkey PRIMARY KEY (ni_id);
