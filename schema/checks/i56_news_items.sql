-- check: I56
-- class: A
-- title: two news items per company; headline and summary are prefixes of the item
SELECT co_id AS id
FROM company
LEFT JOIN news_xref ON nx_co_id = co_id
GROUP BY co_id
HAVING count(nx_ni_id) <> 2
UNION ALL
SELECT ni_id
FROM news_item
WHERE ni_headline <> left(ni_item, 80)
   OR ni_summary <> left(ni_item, 255)
UNION ALL
SELECT nx_ni_id
FROM news_xref
GROUP BY nx_ni_id
HAVING count(*) <> 1;
